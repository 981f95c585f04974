// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BeaconProxy} from "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import {Authority} from "./access/Authority.sol";
import {Governed} from "./access/Governed.sol";
import {Roles} from "./access/Roles.sol";
import {ModularCompliance} from "./compliance/ModularCompliance.sol";
import {Identity} from "./identity/Identity.sol";
import {IIdentity} from "./interfaces/IIdentity.sol";
import {IdentityRegistry} from "./registry/IdentityRegistry.sol";
import {PropertyToken} from "./token/PropertyToken.sol";

/// Deploys identities and properties at addresses that are known beforehand. A repeated submission reverts.
contract SuiteFactory is Governed {
    /// `data` is a commitment to the evidence of identity verification, never personal data. The issuer has signed it.
    struct Investor {
        bytes32 salt;
        uint16 country;
        bytes signature;
        bytes data;
    }

    struct Property {
        bytes32 salt;
        string name;
        string symbol;
        uint96 cap;
        address[] modules;
        bytes[] settings;
    }

    IdentityRegistry public immutable registry;
    address public immutable custodian;
    address public immutable identityBeacon;
    address public immutable tokenBeacon;
    address public immutable complianceBeacon;

    event InvestorOnboarded(address indexed identity, bytes32 indexed salt);
    event PropertyDeployed(address indexed token, address indexed compliance, bytes32 indexed salt);

    error AlreadyDeployed(address deployed);

    constructor(
        Authority authority_,
        IdentityRegistry registry_,
        address custodian_,
        address identityBeacon_,
        address tokenBeacon_,
        address complianceBeacon_
    ) {
        _setAuthority(authority_);
        registry = registry_;
        custodian = custodian_;
        identityBeacon = identityBeacon_;
        tokenBeacon = tokenBeacon_;
        complianceBeacon = complianceBeacon_;
    }

    /// Deploys an identity for each investor with its claim on `topic`, and registers it as its own wallet.
    function onboard(uint256 topic, address issuer, Investor[] calldata investors)
        external
        onlyRole(Roles.REGISTRAR)
        returns (address[] memory identities)
    {
        identities = new address[](investors.length);
        IIdentity[] memory wallets = new IIdentity[](investors.length);
        uint16[] memory countries = new uint16[](investors.length);
        for (uint256 i; i < investors.length; ++i) {
            Investor calldata investor = investors[i];
            address identity = _deploy(identityBeacon, investor.salt);
            Identity(identity).initialize(custodian, topic, issuer, investor.signature, investor.data);
            (identities[i], wallets[i], countries[i]) = (identity, IIdentity(identity), investor.country);
            emit InvestorOnboarded(identity, investor.salt);
        }
        registry.batchRegisterIdentity(identities, wallets, countries);
        registry.remember(identities);
    }

    /// Deploys the token and the compliance contract of a property, with the modules and one setting for each.
    function deployProperty(Property calldata property)
        external
        onlyRole(Roles.PROPERTY_DEPLOYER)
        returns (address token, address compliance)
    {
        token = _deploy(tokenBeacon, property.salt);
        compliance = _deploy(complianceBeacon, property.salt);
        ModularCompliance(compliance).initialize(authority(), token, property.modules, property.settings);
        PropertyToken(token).initialize(
            authority(), address(registry), compliance, property.name, property.symbol, property.cap
        );
        emit PropertyDeployed(token, compliance, property.salt);
    }

    function identityAddress(bytes32 salt) external view returns (address) {
        return _addressOf(identityBeacon, salt);
    }

    function tokenAddress(bytes32 salt) external view returns (address) {
        return _addressOf(tokenBeacon, salt);
    }

    function complianceAddress(bytes32 salt) external view returns (address) {
        return _addressOf(complianceBeacon, salt);
    }

    function _deploy(address beacon, bytes32 salt) private returns (address deployed) {
        address expected = _addressOf(beacon, salt);
        if (expected.code.length > 0) revert AlreadyDeployed(expected);
        deployed = address(new BeaconProxy{salt: salt}(beacon, ""));
    }

    function _addressOf(address beacon, bytes32 salt) private view returns (address) {
        bytes32 initHash = keccak256(abi.encodePacked(type(BeaconProxy).creationCode, abi.encode(beacon, "")));
        return address(uint160(uint256(keccak256(abi.encodePacked(bytes1(0xff), address(this), salt, initHash)))));
    }
}
