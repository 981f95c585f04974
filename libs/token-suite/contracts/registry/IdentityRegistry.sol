// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Initializable} from "@openzeppelin/contracts-upgradeable/proxy/utils/Initializable.sol";
import {Authority} from "../access/Authority.sol";
import {Governed} from "../access/Governed.sol";
import {Roles} from "../access/Roles.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {IClaimTopicsRegistry} from "../interfaces/IClaimTopicsRegistry.sol";
import {IClaimVersion, IValidityVersion} from "../interfaces/IClaimVersions.sol";
import {IIdentity} from "../interfaces/IIdentity.sol";
import {IBatchIdentityRegistry} from "../interfaces/IIdentityRegistry.sol";
import {IIdentityRegistryStorage, IInvestors} from "../interfaces/IIdentityRegistryStorage.sol";
import {ITrustedIssuersRegistry} from "../interfaces/ITrustedIssuersRegistry.sol";
import {Investors} from "./Investors.sol";

/// Answers whether a wallet is registered and its identity has a valid claim of a trusted issuer on every topic.
///
/// A successful check is remembered as a fingerprint of everything it depended on: the topics, the trusted issuers, the
/// version of the identity's claims and each issuer's validity version. A later check compares the fingerprint of that
/// moment, so any change makes it read the claims again. Claims of issuers without versions are always read.
contract IdentityRegistry is IBatchIdentityRegistry, Governed, Initializable {
    using Investors for uint256;

    struct Policy {
        uint256[] topics;
        IClaimIssuer[][] issuers;
        bytes32 hash;
    }

    /// @custom:storage-location erc7201:hissa.storage.IdentityRegistry
    struct RegistryStorage {
        IInvestors investors;
        IClaimTopicsRegistry topics;
        ITrustedIssuersRegistry issuers;
        mapping(address identity => bytes32) fingerprints;
    }

    bytes32 private constant REGISTRY =
        keccak256(abi.encode(uint256(keccak256("hissa.storage.IdentityRegistry")) - 1)) & ~bytes32(uint256(0xff));

    /// Gas for one number of an identity or issuer, and for one claim: a hostile identity can't use up that of a batch.
    uint256 private constant VERSION_GAS = 100_000;
    uint256 private constant CLAIM_GAS = 500_000;

    error NotVerified(address wallet);
    error LengthMismatch();

    constructor() {
        _disableInitializers();
    }

    function initialize(Authority authority_, address investors, address topics, address issuers)
        external
        initializer
    {
        _setAuthority(authority_);
        _setStorage(investors);
        _setTopics(topics);
        _setIssuers(issuers);
    }

    function setIdentityRegistryStorage(address identityRegistryStorage) external onlyOwner {
        _setStorage(identityRegistryStorage);
    }

    function setClaimTopicsRegistry(address claimTopicsRegistry) external onlyOwner {
        _setTopics(claimTopicsRegistry);
    }

    function setTrustedIssuersRegistry(address trustedIssuersRegistry) external onlyOwner {
        _setIssuers(trustedIssuersRegistry);
    }

    function registerIdentity(address wallet, IIdentity identity_, uint16 country)
        external
        onlyRole(Roles.REGISTRAR)
    {
        _register(wallet, identity_, country);
    }

    function batchRegisterIdentity(
        address[] calldata wallets,
        IIdentity[] calldata identities,
        uint16[] calldata countries
    ) external onlyRole(Roles.REGISTRAR) {
        if (wallets.length != identities.length || wallets.length != countries.length) revert LengthMismatch();
        for (uint256 i; i < wallets.length; ++i) {
            _register(wallets[i], identities[i], countries[i]);
        }
    }

    function deleteIdentity(address wallet) external onlyRole(Roles.REGISTRAR) {
        IIdentity identity_ = identity(wallet);
        _registry().investors.removeIdentityFromStorage(wallet);
        emit IdentityRemoved(wallet, identity_);
    }

    function updateCountry(address wallet, uint16 country) external onlyRole(Roles.REGISTRAR) {
        _registry().investors.modifyStoredInvestorCountry(wallet, country);
        emit CountryUpdated(wallet, country);
    }

    function updateIdentity(address wallet, IIdentity identity_) external onlyRole(Roles.REGISTRAR) {
        IIdentity old = identity(wallet);
        _registry().investors.modifyStoredIdentity(wallet, identity_);
        emit IdentityUpdated(old, identity_);
    }

    /// Checks the claims of these wallets' identities and remembers each success. Anyone may call it, because it records
    /// only what is true. Wallets that are not verified are skipped.
    function remember(address[] calldata wallets) external {
        RegistryStorage storage $ = _registry();
        Policy memory policy = _policy();
        for (uint256 i; i < wallets.length; ++i) {
            address identity_ = $.investors.investorOf(wallets[i]).identityOf();
            if (identity_ == address(0)) continue;
            bytes32 fingerprint = _fingerprint(identity_, policy);
            if (fingerprint == 0 || fingerprint == $.fingerprints[identity_]) continue;
            if (_hasValidClaims(IIdentity(identity_), policy)) $.fingerprints[identity_] = fingerprint;
        }
    }

    /// Returns whether the next check of this wallet can use a remembered one.
    function isRemembered(address wallet) external view returns (bool) {
        address identity_ = _registry().investors.investorOf(wallet).identityOf();
        return identity_ != address(0) && _isRemembered(identity_, _policy());
    }

    function isVerified(address wallet) external view returns (bool) {
        address identity_ = _registry().investors.investorOf(wallet).identityOf();
        return identity_ != address(0) && _isVerified(identity_, _policy());
    }

    function verifiedInvestors(address[] calldata wallets) external view returns (uint256[] memory investors) {
        investors = _registry().investors.investorsOf(wallets);
        Policy memory policy = _policy();
        for (uint256 i; i < wallets.length; ++i) {
            address identity_ = investors[i].identityOf();
            if (identity_ == address(0) || !_isVerified(identity_, policy)) revert NotVerified(wallets[i]);
        }
    }

    function contains(address wallet) external view returns (bool) {
        return _registry().investors.investorOf(wallet) != 0;
    }

    function identity(address wallet) public view returns (IIdentity) {
        return _registry().investors.storedIdentity(wallet);
    }

    function investorCountry(address wallet) external view returns (uint16) {
        return _registry().investors.storedInvestorCountry(wallet);
    }

    function identityStorage() external view returns (IIdentityRegistryStorage) {
        return _registry().investors;
    }

    function issuersRegistry() external view returns (ITrustedIssuersRegistry) {
        return _registry().issuers;
    }

    function topicsRegistry() external view returns (IClaimTopicsRegistry) {
        return _registry().topics;
    }

    function isAgent(address account) public view override returns (bool) {
        return hasRole(Roles.REGISTRAR, account);
    }

    function _isAgentRole(bytes32 role) internal pure override returns (bool) {
        return role == Roles.REGISTRAR;
    }

    function _register(address wallet, IIdentity identity_, uint16 country) private {
        _registry().investors.addIdentityToStorage(wallet, identity_, country);
        emit IdentityRegistered(wallet, identity_);
    }

    /// Reads topics and trusted issuers once, for all identities of a call.
    function _policy() private view returns (Policy memory policy) {
        RegistryStorage storage $ = _registry();
        policy.topics = $.topics.getClaimTopics();
        policy.issuers = new IClaimIssuer[][](policy.topics.length);
        for (uint256 i; i < policy.topics.length; ++i) {
            policy.issuers[i] = $.issuers.getTrustedIssuersForClaimTopic(policy.topics[i]);
        }
        policy.hash = keccak256(abi.encode(policy.topics, policy.issuers));
    }

    function _isVerified(address identity_, Policy memory policy) private view returns (bool) {
        return policy.topics.length == 0 || _isRemembered(identity_, policy)
            || _hasValidClaims(IIdentity(identity_), policy);
    }

    function _isRemembered(address identity_, Policy memory policy) private view returns (bool) {
        bytes32 remembered = _registry().fingerprints[identity_];
        return remembered != 0 && remembered == _fingerprint(identity_, policy);
    }

    /// Returns zero if the identity or an issuer has no version.
    function _fingerprint(address identity_, Policy memory policy) private view returns (bytes32 fingerprint) {
        (bool isKnown, uint256 number) = _read(identity_, abi.encodeCall(IClaimVersion.claimVersion, ()));
        if (!isKnown) return 0;
        fingerprint = keccak256(abi.encode(policy.hash, identity_, number));
        bytes memory query = abi.encodeCall(IValidityVersion.validityVersion, (identity_));
        for (uint256 i; i < policy.issuers.length; ++i) {
            for (uint256 j; j < policy.issuers[i].length; ++j) {
                (isKnown, number) = _read(address(policy.issuers[i][j]), query);
                if (!isKnown) return 0;
                fingerprint = keccak256(abi.encode(fingerprint, number));
            }
        }
    }

    function _hasValidClaims(IIdentity identity_, Policy memory policy) private view returns (bool) {
        for (uint256 i; i < policy.topics.length; ++i) {
            bool isFound = false;
            for (uint256 j; j < policy.issuers[i].length && !isFound; ++j) {
                isFound = _hasValidClaim(identity_, policy.issuers[i][j], policy.topics[i]);
            }
            if (!isFound) return false;
        }
        return true;
    }

    /// An identity that reverts, returns anything else or uses too much gas has no valid claim. The caller's own call
    /// catches that, because it also covers answers that can't be decoded.
    function _hasValidClaim(IIdentity identity_, IClaimIssuer issuer, uint256 topic) private view returns (bool) {
        try this.readClaim{gas: CLAIM_GAS}(identity_, issuer, topic) returns (bool isValid) {
            return isValid;
        } catch {
            return false;
        }
    }

    /// Returns whether an identity holds a claim that the issuer confirms, or reverts. The issuer comes from the registry of
    /// trusted issuers and never from the claim.
    function readClaim(IIdentity identity_, IClaimIssuer issuer, uint256 topic) external view returns (bool) {
        (uint256 foundTopic,, address foundIssuer, bytes memory signature, bytes memory data,) =
            identity_.getClaim(keccak256(abi.encode(issuer, topic)));
        return foundTopic == topic && foundIssuer == address(issuer)
            && issuer.isClaimValid(identity_, topic, signature, data);
    }

    /// Reads one number from a contract that may not have the function.
    function _read(address target, bytes memory query) private view returns (bool isKnown, uint256 value) {
        uint256 limit = VERSION_GAS;
        assembly ("memory-safe") {
            isKnown := and(gt(returndatasize(), 31), staticcall(limit, target, add(query, 32), mload(query), 0, 32))
            value := mload(0)
        }
    }

    function _setStorage(address investors) private {
        if (investors == address(0)) revert ZeroAddress();
        _registry().investors = IInvestors(investors);
        emit IdentityStorageSet(investors);
    }

    function _setTopics(address topics) private {
        if (topics == address(0)) revert ZeroAddress();
        _registry().topics = IClaimTopicsRegistry(topics);
        emit ClaimTopicsRegistrySet(topics);
    }

    function _setIssuers(address issuers) private {
        if (issuers == address(0)) revert ZeroAddress();
        _registry().issuers = ITrustedIssuersRegistry(issuers);
        emit TrustedIssuersRegistrySet(issuers);
    }

    function _registry() private pure returns (RegistryStorage storage $) {
        bytes32 slot = REGISTRY;
        assembly {
            $.slot := slot
        }
    }
}
