// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IIdentity} from "./IIdentity.sol";
import {IIdentityRegistryStorage} from "./IIdentityRegistryStorage.sol";
import {ITrustedIssuersRegistry} from "./ITrustedIssuersRegistry.sol";
import {IClaimTopicsRegistry} from "./IClaimTopicsRegistry.sol";

/// Registers wallets and answers whether their identities have valid claims, as ERC-3643 defines the registry.
interface IIdentityRegistry {
    event ClaimTopicsRegistrySet(address indexed claimTopicsRegistry);
    event IdentityStorageSet(address indexed identityStorage);
    event TrustedIssuersRegistrySet(address indexed trustedIssuersRegistry);
    event IdentityRegistered(address indexed investorAddress, IIdentity indexed identity);
    event IdentityRemoved(address indexed investorAddress, IIdentity indexed identity);
    event IdentityUpdated(IIdentity indexed oldIdentity, IIdentity indexed newIdentity);
    event CountryUpdated(address indexed investorAddress, uint16 indexed country);

    function identityStorage() external view returns (IIdentityRegistryStorage);
    function issuersRegistry() external view returns (ITrustedIssuersRegistry);
    function topicsRegistry() external view returns (IClaimTopicsRegistry);
    function setIdentityRegistryStorage(address identityRegistryStorage) external;
    function setClaimTopicsRegistry(address claimTopicsRegistry) external;
    function setTrustedIssuersRegistry(address trustedIssuersRegistry) external;
    function registerIdentity(address userAddress, IIdentity identity, uint16 country) external;
    function deleteIdentity(address userAddress) external;
    function updateCountry(address userAddress, uint16 country) external;
    function updateIdentity(address userAddress, IIdentity identity) external;
    function batchRegisterIdentity(
        address[] calldata userAddresses,
        IIdentity[] calldata identities,
        uint16[] calldata countries
    ) external;
    function contains(address userAddress) external view returns (bool);
    function isVerified(address userAddress) external view returns (bool);
    function identity(address userAddress) external view returns (IIdentity);
    function investorCountry(address userAddress) external view returns (uint16);
}

/// What this suite's registry answers in addition.
interface IBatchIdentityRegistry is IIdentityRegistry {
    /// Returns the records (see Investors.sol) of wallets that are all verified. Reverts with NotVerified otherwise.
    function verifiedInvestors(address[] calldata wallets) external view returns (uint256[] memory);
}
