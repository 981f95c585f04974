// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IIdentity} from "../interfaces/IIdentity.sol";
import {IClaimIssuer} from "../interfaces/IClaimIssuer.sol";
import {IClaimVersion} from "../interfaces/IClaimVersions.sol";

/// Keys and claims of one identity: the subset of ERC-734 and ERC-735 that ERC-3643 needs. A call is executed at once or
/// reverts, so nothing is ever pending approval.
abstract contract KeysAndClaims is IIdentity, IClaimVersion {
    uint256 internal constant MANAGEMENT = 1;
    uint256 internal constant ACTION = 2;
    uint256 internal constant CLAIM_SIGNER = 3;
    uint256 internal constant MAX_PURPOSE = 4;
    uint256 internal constant ECDSA_KEY = 1;

    struct Claim {
        uint256 topic;
        uint96 scheme;
        address issuer;
        bytes signature;
        bytes data;
        string uri;
    }

    /// @custom:storage-location erc7201:hissa.storage.KeysAndClaims
    struct IdentityStorage {
        uint64 claimVersion;
        uint64 executions;
        bytes32[] keys;
        /// Bit p is set if the key has purpose p; the type of the key is in the bits from 8 on.
        mapping(bytes32 key => uint256) keyWords;
        mapping(bytes32 claimId => Claim) claims;
        mapping(uint256 topic => bytes32[]) claimIds;
    }

    bytes32 private constant IDENTITY =
        keccak256(abi.encode(uint256(keccak256("hissa.storage.KeysAndClaims")) - 1)) & ~bytes32(uint256(0xff));

    error MissingKey(address caller, uint256 purpose);
    error InvalidPurpose(uint256 purpose);
    error InvalidKeyType(uint256 keyType);
    error UnknownKey(bytes32 key, uint256 purpose);
    error LastManagementKey();
    error InvalidClaim(address issuer, uint256 topic);
    error UnknownClaim(bytes32 claimId);
    error NothingPending(uint256 id);
    error EmptyCallFailed();

    modifier onlyKey(uint256 purpose) {
        if (!_hasKey(msg.sender, purpose)) revert MissingKey(msg.sender, purpose);
        _;
    }

    function addKey(bytes32 key, uint256 purpose, uint256 keyType) external onlyKey(MANAGEMENT) returns (bool) {
        _addKey(key, purpose, keyType);
        return true;
    }

    function removeKey(bytes32 key, uint256 purpose) external onlyKey(MANAGEMENT) returns (bool) {
        IdentityStorage storage $ = _identity();
        if (!keyHasPurpose(key, purpose)) revert UnknownKey(key, purpose);
        uint256 word = $.keyWords[key];
        uint256 remaining = word & ~(1 << purpose);
        emit KeyRemoved(key, purpose, word >> 8);
        if (remaining & 0xff == 0) {
            delete $.keyWords[key];
            _removeFrom($.keys, key);
        } else {
            $.keyWords[key] = remaining;
        }
        if (purpose == MANAGEMENT && getKeysByPurpose(MANAGEMENT).length == 0) revert LastManagementKey();
        _keyRemoved(purpose);
        return true;
    }

    /// Calls a contract as this identity. Calls to the identity itself need a management key, others an action key.
    function execute(address to, uint256 value, bytes calldata data) external payable returns (uint256 id) {
        uint256 purpose = to == address(this) ? MANAGEMENT : ACTION;
        if (!_hasKey(msg.sender, purpose)) revert MissingKey(msg.sender, purpose);
        id = _identity().executions++;
        emit ExecutionRequested(id, to, value, data);
        (bool success, bytes memory result) = to.call{value: value}(data);
        if (!success) {
            if (result.length == 0) revert EmptyCallFailed();
            assembly {
                revert(add(result, 32), mload(result))
            }
        }
        emit Executed(id, to, value, data);
    }

    function approve(uint256 id, bool) external pure returns (bool) {
        revert NothingPending(id);
    }

    /// Adds or replaces the claim of an issuer on a topic. The issuer must confirm the claim unless it is this identity.
    function addClaim(
        uint256 topic,
        uint256 scheme,
        address issuer,
        bytes calldata signature,
        bytes calldata data,
        string calldata uri
    ) external onlyKey(CLAIM_SIGNER) returns (bytes32 claimId) {
        return _addClaim(topic, scheme, issuer, signature, data, uri);
    }

    /// Removes a claim. Holders of a claim key and the issuer of the claim may do so.
    function removeClaim(bytes32 claimId) external returns (bool) {
        IdentityStorage storage $ = _identity();
        Claim memory claim = $.claims[claimId];
        if (claim.issuer == address(0)) revert UnknownClaim(claimId);
        if (msg.sender != claim.issuer && !_hasKey(msg.sender, CLAIM_SIGNER)) {
            revert MissingKey(msg.sender, CLAIM_SIGNER);
        }
        delete $.claims[claimId];
        _removeFrom($.claimIds[claim.topic], claimId);
        ++$.claimVersion;
        emit ClaimRemoved(
            claimId, claim.topic, claim.scheme, claim.issuer, claim.signature, claim.data, claim.uri
        );
        return true;
    }

    function claimVersion() external view returns (uint256) {
        return _identity().claimVersion;
    }

    function getClaim(bytes32 claimId)
        external
        view
        returns (uint256, uint256, address, bytes memory, bytes memory, string memory)
    {
        Claim memory claim = _identity().claims[claimId];
        return (claim.topic, claim.scheme, claim.issuer, claim.signature, claim.data, claim.uri);
    }

    function getClaimIdsByTopic(uint256 topic) external view returns (bytes32[] memory) {
        return _identity().claimIds[topic];
    }

    function getKey(bytes32 key) external view returns (uint256[] memory, uint256, bytes32) {
        uint256 word = _identity().keyWords[key];
        return (getKeyPurposes(key), word >> 8, word == 0 ? bytes32(0) : key);
    }

    function getKeyPurposes(bytes32 key) public view returns (uint256[] memory purposes) {
        uint256 count;
        for (uint256 p = 1; p <= MAX_PURPOSE; ++p) {
            if (keyHasPurpose(key, p)) ++count;
        }
        purposes = new uint256[](count);
        for (uint256 p = MAX_PURPOSE; p > 0; --p) {
            if (keyHasPurpose(key, p)) purposes[--count] = p;
        }
    }

    function getKeysByPurpose(uint256 purpose) public view returns (bytes32[] memory found) {
        bytes32[] storage keys = _identity().keys;
        uint256 length = keys.length;
        uint256 count;
        found = new bytes32[](length);
        for (uint256 i; i < length; ++i) {
            if (keyHasPurpose(keys[i], purpose)) found[count++] = keys[i];
        }
        assembly {
            mstore(found, count)
        }
    }

    function keyHasPurpose(bytes32 key, uint256 purpose) public view returns (bool) {
        return purpose > 0 && purpose <= MAX_PURPOSE && (_identity().keyWords[key] >> purpose) & 1 == 1;
    }

    function _addKey(bytes32 key, uint256 purpose, uint256 keyType) internal {
        if (purpose == 0 || purpose > MAX_PURPOSE) revert InvalidPurpose(purpose);
        if (keyType == 0 || keyType > type(uint64).max) revert InvalidKeyType(keyType);
        IdentityStorage storage $ = _identity();
        uint256 word = $.keyWords[key];
        if (word == 0) $.keys.push(key);
        $.keyWords[key] = (keyType << 8) | (word & 0xff) | (1 << purpose);
        emit KeyAdded(key, purpose, keyType);
    }

    function _addClaim(
        uint256 topic,
        uint256 scheme,
        address issuer,
        bytes calldata signature,
        bytes calldata data,
        string memory uri
    ) internal returns (bytes32 claimId) {
        if (issuer == address(0) || scheme > type(uint96).max) revert InvalidClaim(issuer, topic);
        if (issuer != address(this) && !IClaimIssuer(issuer).isClaimValid(this, topic, signature, data)) {
            revert InvalidClaim(issuer, topic);
        }
        claimId = keccak256(abi.encode(issuer, topic));
        IdentityStorage storage $ = _identity();
        bool isNew = $.claims[claimId].issuer == address(0);
        if (isNew) $.claimIds[topic].push(claimId);
        Claim storage claim = $.claims[claimId];
        claim.topic = topic;
        claim.scheme = uint96(scheme);
        claim.issuer = issuer;
        claim.signature = signature;
        claim.data = data;
        claim.uri = uri;
        ++$.claimVersion;
        if (isNew) emit ClaimAdded(claimId, topic, scheme, issuer, signature, data, uri);
        else emit ClaimChanged(claimId, topic, scheme, issuer, signature, data, uri);
    }

    /// Called after a key has lost a purpose.
    function _keyRemoved(uint256 purpose) internal virtual {}

    /// Returns whether an account may act for a purpose. A management key may act for every purpose.
    function _hasKey(address account, uint256 purpose) internal view returns (bool) {
        if (account == address(this)) return true;
        bytes32 key = _keyOf(account);
        return keyHasPurpose(key, purpose) || keyHasPurpose(key, MANAGEMENT);
    }

    function _keyOf(address account) internal pure returns (bytes32) {
        return keccak256(abi.encode(account));
    }

    function _removeFrom(bytes32[] storage list, bytes32 item) private {
        uint256 last = list.length - 1;
        for (uint256 i; i <= last; ++i) {
            if (list[i] != item) continue;
            list[i] = list[last];
            list.pop();
            return;
        }
    }

    function _identity() internal pure returns (IdentityStorage storage $) {
        bytes32 slot = IDENTITY;
        assembly {
            $.slot := slot
        }
    }
}
